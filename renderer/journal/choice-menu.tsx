import { ChevronDown } from 'lucide-react'
import { Button } from '../parts/controls/button.tsx'
import { Menu } from '../parts/overlays/menu.tsx'

interface ChoiceMenuProps {
  /** What is chosen: "Person". */
  label: string
  /** The first one stands for no choice. */
  choices: readonly { id: string; label: string }[]
  chosen: string
  onChange: (id: string) => void
}

/** A button with a menu of which one item is chosen: "Person: all". */
export function ChoiceMenu({ label, choices, chosen, onChange }: ChoiceMenuProps) {
  const shown = choices.find(({ id }) => id === chosen) ?? choices[0]
  return (
    <Menu
      label={label}
      placement="bottom-start"
      groups={[choices.slice(0, 1), choices.slice(1)].map((items, index) => ({
        id: String(index),
        items: items.map((choice) => ({ ...choice, checked: choice.id === shown?.id, onSelect: () => onChange(choice.id) })),
      }))}
      trigger={(props) => (
        <Button {...props}>
          {`${label}: ${shown?.label ?? ''}`}
          <ChevronDown aria-hidden />
        </Button>
      )}
    />
  )
}
