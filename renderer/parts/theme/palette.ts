/** A colour in light and in dark mode. */
export interface Pair {
  light: string
  dark: string
}

const pair = (light: string, dark: string): Pair => ({ light, dark })

/** What text, lines and surfaces are drawn in; names say the use, never the hue. */
export const surfaces = {
  'bg.default': pair('#ffffff', '#13161a'),
  'bg.canvas': pair('#f6f7f9', '#0c0e11'),
  'bg.surface': pair('#ffffff', '#13161a'),
  'bg.raised': pair('#ffffff', '#191d22'),
  'bg.subtle': pair('#f1f3f6', '#1a1e24'),
  'bg.muted': pair('#e8ebef', '#232830'),
  'bg.selected': pair('#eaf0ff', '#1a2547'),
  'fg.default': pair('#171a1f', '#e8eaee'),
  'fg.muted': pair('#4d5561', '#a4adb9'),
  'fg.subtle': pair('#5f6874', '#8d97a4'),
  'border.default': pair('#e3e6eb', '#262b33'),
  'border.strong': pair('#cdd2da', '#38404a'),
  'border.control': pair('#878f9b', '#67717e'),
} satisfies Record<string, Pair>

/** Things of one kind that a picture tells apart, in their order; they also differ by dashes or by shape. At least 3:1 on every surface. */
export const series = [
  pair('#3563e9', '#7d97fb'),
  pair('#c9480c', '#ff9a5c'),
  pair('#0d8073', '#3fc9b8'),
  pair('#a32ca3', '#e384dc'),
  pair('#7d6a00', '#d0bd45'),
  pair('#55606e', '#a9b3bf'),
]

/** One colour family: a filled control, its text, and the same idea as text, line and tint. */
export interface Family {
  solid: Pair
  contrast: Pair
  fg: Pair
  subtle: Pair
  muted: Pair
  border: Pair
  /** Status marks; at least 3:1 on every surface. */
  dot: Pair
}

/** The accent, the neutral family and the four status families. */
export const families = {
  accent: {
    solid: pair('#3056d3', '#4464e6'),
    contrast: pair('#ffffff', '#ffffff'),
    fg: pair('#2a4cc0', '#9fb4ff'),
    subtle: pair('#eef2ff', '#182144'),
    muted: pair('#dbe4ff', '#22305f'),
    border: pair('#a9bcf8', '#3a4f9c'),
    dot: pair('#3056d3', '#7d97fb'),
  },
  gray: {
    solid: pair('#22262d', '#e8eaee'),
    contrast: pair('#ffffff', '#13161a'),
    fg: pair('#2f353e', '#cdd3da'),
    subtle: pair('#f1f3f6', '#1f242b'),
    muted: pair('#e8ebef', '#2a3038'),
    border: pair('#cdd2da', '#3a424d'),
    dot: pair('#7b8591', '#7d8794'),
  },
  success: {
    solid: pair('#18794e', '#24855a'),
    contrast: pair('#ffffff', '#ffffff'),
    fg: pair('#136a43', '#5fd0a0'),
    subtle: pair('#eafaf2', '#10231b'),
    muted: pair('#d3f2e2', '#153727'),
    border: pair('#8fd3b3', '#24553d'),
    dot: pair('#1c9a61', '#3fcf8e'),
  },
  warning: {
    solid: pair('#a05c00', '#9c620c'),
    contrast: pair('#ffffff', '#ffffff'),
    fg: pair('#8a4f00', '#f0b74a'),
    subtle: pair('#fff6e6', '#261e10'),
    muted: pair('#ffe9c2', '#3d2c0e'),
    border: pair('#ecc27a', '#604617'),
    dot: pair('#c97a0a', '#f0a93a'),
  },
  danger: {
    solid: pair('#c62a38', '#d13c49'),
    contrast: pair('#ffffff', '#ffffff'),
    fg: pair('#b3202e', '#ff9098'),
    subtle: pair('#fff0f1', '#28141a'),
    muted: pair('#ffdfe2', '#461a21'),
    border: pair('#f0a4ab', '#6d2a33'),
    dot: pair('#d93a48', '#ff6b77'),
  },
  info: {
    solid: pair('#0b6e99', '#177ca8'),
    contrast: pair('#ffffff', '#ffffff'),
    fg: pair('#0a6085', '#6cc8ee'),
    subtle: pair('#eaf7fd', '#0b2430'),
    muted: pair('#d2edf9', '#103444'),
    border: pair('#90cce5', '#1f5166'),
    dot: pair('#1687b8', '#4fb8e6'),
  },
} satisfies Record<string, Family>

export type StatusName = 'success' | 'warning' | 'danger' | 'info'
