/** All colours of the product. Names give the purpose of a colour; screens use only these names. */
export interface Palette {
  ground: string
  sheet: string
  head: string
  hover: string
  ink: string
  quiet: string
  rule: string
  /** Outline of controls: 3:1 against the sheet. */
  field: string
  accent: string
  accentHover: string
  accentWash: string
  onAccent: string
  /** What a primary button is filled with. */
  accentFill: string
  /** Buttons that lose something. */
  danger: string
  dangerHover: string
  dangerActive: string
  good: string
  warn: string
  bad: string
  note: string
  /** The same four for text: dark (or light) enough to be readable, even on their own tint. */
  goodText: string
  warnText: string
  badText: string
  noteText: string
  goodWash: string
  warnWash: string
  badWash: string
  badWashActive: string
  noteWash: string
  quietWash: string
  /** Letters of disabled controls, their ground, and the ground of controls without a frame that are hovered and pressed. */
  faint: string
  fill: string
  fillHover: string
  fillActive: string
  mask: string
  pop: string
}

export const PALETTES = {
  light: {
    ground: '#F7F5F1',
    sheet: '#FFFFFF',
    head: '#FBFAF7',
    hover: '#FAF8F5',
    ink: '#1B1E23',
    quiet: '#5F6672',
    rule: '#E5E1D9',
    field: '#8C8A84',
    accent: '#0B5E63',
    accentHover: '#094E52',
    accentWash: '#EBF2F2',
    onAccent: '#FFFFFF',
    accentFill: '#0B5E63',
    danger: '#B8352B',
    dangerHover: '#B84A3E',
    dangerActive: '#911E1A',
    good: '#2B7A3D',
    warn: '#A8650B',
    bad: '#B8352B',
    note: '#2D5FA8',
    goodText: '#256934',
    warnText: '#8A5209',
    badText: '#A32E25',
    noteText: '#285495',
    goodWash: '#EEF5EF',
    warnWash: '#F8F2EA',
    badWash: '#FAEFEE',
    badWashActive: '#DEA89E',
    noteWash: '#EEF2F8',
    quietWash: '#F2F3F4',
    faint: 'rgb(27 30 35 / 0.25)',
    fill: 'rgb(27 30 35 / 0.04)',
    fillHover: 'rgb(27 30 35 / 0.06)',
    fillActive: 'rgb(27 30 35 / 0.15)',
    mask: 'rgb(27 30 35 / 0.42)',
    pop: '0 1px 2px rgb(27 30 35 / 0.06), 0 8px 24px rgb(27 30 35 / 0.10)',
  },
  dark: {
    ground: '#14161A',
    sheet: '#1C1F25',
    head: '#191C21',
    hover: '#21252C',
    ink: '#E9E7E2',
    quiet: '#9BA3AF',
    rule: '#2C3038',
    field: '#6A717D',
    accent: '#4FB3B8',
    accentHover: '#6CC3C7',
    accentWash: '#21303A',
    onAccent: '#0C1618',
    accentFill: '#469B9F',
    danger: '#CE6C62',
    dangerHover: '#E59B91',
    dangerActive: '#A25750',
    good: '#5CB874',
    warn: '#E0A24A',
    bad: '#EF7B70',
    note: '#7FA9E6',
    goodText: '#6FC185',
    warnText: '#E3AB5C',
    badText: '#F18A80',
    noteText: '#8DB3E9',
    goodWash: '#24332F',
    warnWash: '#35302A',
    badWash: '#372B2F',
    badWashActive: '#563330',
    noteWash: '#29313E',
    quietWash: '#2A2E35',
    faint: 'rgb(233 231 226 / 0.25)',
    fill: 'rgb(233 231 226 / 0.08)',
    fillHover: 'rgb(233 231 226 / 0.12)',
    fillActive: 'rgb(233 231 226 / 0.18)',
    mask: 'rgb(6 7 9 / 0.62)',
    pop: '0 0 0 1px #343943, 0 12px 32px rgb(0 0 0 / 0.45)',
  },
} as const satisfies Record<string, Palette>

export type ThemeName = keyof typeof PALETTES

/** The class of the component library's elements that gives them their values. */
export const LIBRARY_KEY = 'copydesk'

export const FONTS = {
  sans: '"Inter Variable", system-ui, sans-serif',
  serif: '"Source Serif 4 Variable", Georgia, serif',
} as const

export const RADIUS = { small: 4, base: 6, large: 8 } as const
export const CONTROL = { small: 24, base: 32, large: 40 } as const

/** Text and its background: each pair must reach 4.5:1 in both themes. */
export const TEXT_PAIRS: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ...(['ground', 'sheet', 'head', 'hover'] as const).flatMap((ground) =>
    (['ink', 'quiet', 'accent', 'goodText', 'warnText', 'badText', 'noteText'] as const).map(
      (text) => [text, ground] as const,
    ),
  ),
  ['onAccent', 'accent'],
  ['onAccent', 'accentFill'],
  ['onAccent', 'accentHover'],
  ['danger', 'sheet'],
  ['onAccent', 'danger'],
  ['accent', 'accentWash'],
  ['ink', 'accentWash'],
  ['goodText', 'goodWash'],
  ['warnText', 'warnWash'],
  ['badText', 'badWash'],
  ['noteText', 'noteWash'],
  ['quiet', 'quietWash'],
]

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function block(selector: string, scheme: ThemeName): string {
  const lines = Object.entries(PALETTES[scheme]).map(([name, value]) => `  --${kebab(name)}: ${value};`)
  return `${selector} {\n  color-scheme: ${scheme};\n${lines.join('\n')}\n}\n`
}

/** The tokens as custom properties: `--ground`, `--accent-hover`, `--radius` … */
export function tokensCss(): string {
  const fixed = [
    `  --sans: ${FONTS.sans};`,
    `  --serif: ${FONTS.serif};`,
    `  --radius-small: ${RADIUS.small}px;`,
    `  --radius: ${RADIUS.base}px;`,
    `  --radius-large: ${RADIUS.large}px;`,
  ]
  // Paper is white, so the dark theme is for screens only.
  const dark = `@media screen {\n${block(':root[data-theme="dark"]', 'dark')}}\n`
  return `:root {\n${fixed.join('\n')}\n}\n${block(':root', 'light')}${dark}`
}
