/** How long things take that move or appear, in milliseconds: hover and layers; panels and folds; rows that change places. */
export const durationsMs = { fast: 120, moderate: 150, slow: 180 }

/** Control points of easing curves. `out` is for what comes, goes and moves by itself. */
export const easings = {
  out: [0.16, 1, 0.3, 1],
  inOut: [0.4, 0, 0.2, 1],
} satisfies Record<string, [number, number, number, number]>

/** A curve as styles write it. */
export const curve = (points: readonly number[]): string => `cubic-bezier(${points.join(', ')})`

/** The same as tokens of the theme: `{durations.fast}`, `{easings.out}`, and whole animations by their name. */
export const motionTokens = {
  durations: {
    fast: { value: `${durationsMs.fast}ms` },
    moderate: { value: `${durationsMs.moderate}ms` },
    slow: { value: `${durationsMs.slow}ms` },
  },
  easings: { out: { value: curve(easings.out) }, inOut: { value: curve(easings.inOut) } },
  animations: {
    appear: { value: `appear ${durationsMs.fast}ms ${curve(easings.out)}` },
    fade: { value: `fade ${durationsMs.fast}ms ${curve(easings.out)}` },
    /** Not before one has waited for a moment. */
    fadeLate: { value: `fade ${durationsMs.slow}ms ${curve(easings.out)} 250ms both` },
    pulse: { value: 'pulse 1.6s ease-in-out infinite' },
    spin: { value: 'spin 700ms linear infinite' },
    /** From end to end of a bar of which it is 30 %. */
    pass: { value: 'pass 1.6s ease-in-out infinite' },
  },
}

/** Steps of the animations above. */
export const keyframes = {
  pulse: { '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.45 } },
  spin: { to: { transform: 'rotate(360deg)' } },
  pass: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(334%)' } },
  appear: { from: { opacity: 0, transform: 'translateY(4px)' } },
  fade: { from: { opacity: 0 } },
}
