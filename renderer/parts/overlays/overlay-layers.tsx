import { Dialog } from '@chakra-ui/react/dialog'
import { Menu } from '@chakra-ui/react/menu'
import { Popover } from '@chakra-ui/react/popover'
import { Portal } from '@chakra-ui/react/portal'
import { Tooltip, useTooltip } from '@chakra-ui/react/tooltip'
import { Check, X } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { DOMAttributes, ReactNode, Ref, RefObject } from 'react'
import { IconButton } from '../controls/button.tsx'
import type { DialogProps } from './dialog.tsx'
import type { MenuGroup, MenuItem, OpenMenuProps } from './menu.tsx'
import type { PopoverProps } from './popover.tsx'
import type { TextLayerProps, TooltipHandle, TooltipLayerProps } from './tooltip.tsx'

const marginPx = 8

const besideControl = <P extends string>(placement: P, gutter = 4) => ({
  placement,
  gutter,
  overflowPadding: marginPx,
  strategy: 'fixed' as const,
})

/** The first Escape in a search box empties it; the layer around it closes at the next one. */
function letSearchEmpty(event: KeyboardEvent): void {
  const { target } = event
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') event.preventDefault()
}

/** Layers find their control by its id. */
function idOf(control: HTMLElement | null, fallback: string): string {
  if (!control) return fallback
  control.id ||= fallback
  return control.id
}

// Chakra names popovers by a title and menus by their control. What refers to itself by `aria-labelledby` is named by its `aria-label`.

const firstFocus = (content: HTMLElement | null): HTMLElement | null => content?.querySelector<HTMLElement>('[data-autofocus]') ?? null

/**
 * Hook: focuses what carries `data-autofocus` before the next key can come, and keeps the focus there until Chakra does, a frame or two
 * later: what has closed just before may give its own focus back meanwhile.
 *
 * @returns what had the focus before
 */
function useFocusAtOnce(content: RefObject<HTMLElement | null>): HTMLElement | null {
  const [opener] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : null))
  useLayoutEffect(() => {
    const focus = () => firstFocus(content.current)?.focus({ preventScroll: true })
    const keep = ({ target }: FocusEvent) => {
      if (target instanceof Node && !content.current?.contains(target)) focus()
    }
    focus()
    document.addEventListener('focusin', keep)
    const letGo = () => document.removeEventListener('focusin', keep)
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(letGo)
    })
    return () => {
      cancelAnimationFrame(frame)
      letGo()
      // As soon as the window is gone: Chakra gives the focus back a moment later, and the next key may come before.
      queueMicrotask(() => {
        if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
      })
    }
  }, [content, opener])
  return opener
}

/** The window of `Dialog`. */
export function DialogLayer(props: DialogProps) {
  const { title, footer, size = 'sm', position = 'center', bare = false, onClose, closeLabel, modalOnly = false, children } = props
  const { role = 'dialog' } = props
  const content = useRef<HTMLDivElement>(null)
  const opener = useFocusAtOnce(content)
  return (
    <Dialog.Root
      open
      size={size}
      placement={position}
      role={role}
      aria-label={bare ? String(title) : ''}
      closeOnEscape={!modalOnly}
      closeOnInteractOutside={!modalOnly}
      initialFocusEl={() => firstFocus(content.current)}
      finalFocusEl={() => opener}
      // The popover, menu or page before it may give the focus back after this has opened.
      onFocusOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={letSearchEmpty}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={content}>
            {bare ? (
              children
            ) : (
              <>
                <Dialog.Header>
                  <Dialog.Title>{title}</Dialog.Title>
                  {closeLabel && <IconButton label={closeLabel} icon={<X />} small onClick={onClose} />}
                </Dialog.Header>
                <Dialog.Body>{role === 'alertdialog' ? <Dialog.Description>{children}</Dialog.Description> : children}</Dialog.Body>
                {footer ? <Dialog.Footer>{footer}</Dialog.Footer> : <Dialog.Footer pb={0} />}
              </>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** The panel of `Popover`. */
export function PopoverLayer({ anchor, label, placement = 'bottom-start', width, onClose, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(true)
  const [content, fallback] = [useId(), useId()]
  const [trigger] = useState(() => idOf(anchor.current, fallback))
  return (
    <Popover.Root
      open={isOpen}
      ids={{ trigger, content }}
      positioning={besideControl(placement)}
      onEscapeKeyDown={(event) => {
        letSearchEmpty(event)
        // At once: Chakra gives the focus back a frame later, and the next key may come before.
        if (!event.defaultPrevented) anchor.current?.focus()
      }}
      onOpenChange={({ open }) => setOpen(open)}
      onExitComplete={onClose}
    >
      <Portal>
        <Popover.Positioner>
          <Popover.Content width={width} aria-label={label} aria-labelledby={content}>
            {children}
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}

const valueOf = (group: MenuGroup, item: MenuItem): string => `${group.id}/${item.id}`

/** The items of `Menu`, the first or checked one highlighted. */
export function MenuLayer({ anchor, label, groups, placement = 'bottom-start', width = '14rem', onClose }: OpenMenuProps) {
  const [isOpen, setOpen] = useState(true)
  const chosen = useRef<MenuItem>(undefined)
  const [content, fallback] = [useId(), useId()]
  const [trigger] = useState(() => idOf(anchor.current, fallback))
  const shown = groups.filter(({ items }) => items.length > 0)
  const values = shown.flatMap((group) => group.items.map((item) => ({ value: valueOf(group, item), checked: item.checked })))
  const first = values.find(({ checked }) => checked) ?? values[0]
  // What an item does may open a further layer: this one has to be gone before. Where a refreshed list takes the control away
  // meanwhile, it is gone just as well.
  const act = () => {
    const item = chosen.current
    chosen.current = undefined
    item?.onSelect()
  }
  const leave = () => {
    onClose()
    act()
  }
  useEffect(() => act, [])
  return (
    <Menu.Root
      open={isOpen}
      loopFocus
      ids={{ trigger, content }}
      defaultHighlightedValue={first?.value ?? null}
      positioning={besideControl(placement)}
      onOpenChange={({ open }) => setOpen(open)}
      onExitComplete={leave}
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content width={width} aria-label={label} aria-labelledby={content}>
            {shown.map((group, index) => (
              <Fragment key={group.id}>
                {index > 0 && <Menu.Separator />}
                <Items group={group} nameId={content} onChoose={(item) => (chosen.current = item)} />
              </Fragment>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}

interface ItemsProps {
  group: MenuGroup
  /** What names a group without a heading. */
  nameId: string
  onChoose: (item: MenuItem) => void
}

function Items({ group, nameId, onChoose }: ItemsProps) {
  const content = (
    <>
      {group.heading && <Menu.ItemGroupLabel>{group.heading}</Menu.ItemGroupLabel>}
      {group.items.map((item) => (
        <Item key={item.id} value={valueOf(group, item)} item={item} onChoose={onChoose} />
      ))}
    </>
  )
  const name = group.heading === undefined ? { 'aria-labelledby': nameId } : {}
  if (group.items.every(({ checked }) => checked === undefined)) return <Menu.ItemGroup {...name}>{content}</Menu.ItemGroup>
  const checked = group.items.find((item) => item.checked)
  return (
    <Menu.RadioItemGroup {...name} value={checked ? valueOf(group, checked) : ''}>
      {content}
    </Menu.RadioItemGroup>
  )
}

function Item({ value, item, onChoose }: Pick<ItemsProps, 'onChoose'> & { value: string; item: MenuItem }) {
  const { label, icon, hint, reason, destructive, checked } = item
  const Part = checked === undefined ? Menu.Item : Menu.RadioItem
  return (
    // One that does nothing stays within reach, so that its reason can be read.
    <Part
      value={value}
      closeOnSelect={!reason}
      aria-disabled={reason ? true : undefined}
      aria-description={reason}
      title={reason}
      data-destructive={destructive ? '' : undefined}
      onClick={() => !reason && onChoose(item)}
    >
      {icon}
      <Menu.ItemText>
        {label}
        {reason && <small aria-hidden>{reason}</small>}
      </Menu.ItemText>
      {hint && <Menu.ItemCommand>{hint}</Menu.ItemCommand>}
      {checked && <Check aria-hidden />}
    </Part>
  )
}

const openDelayMs = 350

/** The bubble of `Tooltip`; the control passes its events to `handle`. */
export function TooltipLayer(props: TooltipLayerProps & { handle: Ref<TooltipHandle> }) {
  const { id, controlId, text, placement, isLabel, isPressed, request, handle, onOpenChange, onExit } = props
  const tooltip = useTooltip({
    ids: { trigger: controlId, content: id },
    disabled: !text,
    openDelay: openDelayMs,
    closeDelay: 0,
    closeOnPointerDown: !isPressed,
    // The library's own handler would keep the key from the dialog, menu or lifted row around the control.
    closeOnEscape: false,
    positioning: besideControl(placement, 6),
    onOpenChange: ({ open }) => onOpenChange(open),
  })
  useImperativeHandle(handle, () => ({ ...tooltip.getTriggerProps(), show: () => tooltip.setOpen(true) }))
  const start = useEffectEvent(() => {
    if (request.kind === 'show') tooltip.setOpen(true)
    else (tooltip.getTriggerProps() as DOMAttributes<HTMLElement>).onPointerMove?.(request.event)
  })
  useEffect(() => start(), [])
  const close = useEffectEvent(() => tooltip.setOpen(false))
  const { open: isOpen } = tooltip
  useEffect(() => {
    if (!isOpen) return undefined
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close()
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isOpen])
  return (
    <Tooltip.RootProvider value={tooltip} lazyMount unmountOnExit onExitComplete={onExit}>
      <Bubble isLabel={isLabel}>{text}</Bubble>
    </Tooltip.RootProvider>
  )
}

/** The text of a tooltip alone. */
export function TextLayer({ id, anchor, placement, isLabel, children }: TextLayerProps) {
  return (
    <Tooltip.Root
      open
      closeOnEscape={false}
      ids={{ content: id }}
      positioning={{ ...besideControl(placement, 6), getAnchorElement: () => anchor }}
    >
      <Bubble isLabel={isLabel}>{children}</Bubble>
    </Tooltip.Root>
  )
}

function Bubble({ isLabel, children }: { isLabel: boolean; children: ReactNode }) {
  return (
    <Portal>
      <Tooltip.Positioner>
        <Tooltip.Content aria-hidden={isLabel || undefined}>{children}</Tooltip.Content>
      </Tooltip.Positioner>
    </Portal>
  )
}
