/** The colours of one product: body, shade, highlight and one contrasting detail. */
export interface ScenePalette {
  main: string
  deep: string
  light: string
  accent: string
}

export const INK = '#2F343C'
export const SLATE = '#454C57'
export const STEEL = '#C9CFD4'
export const GREY = '#8B95A1'
export const CREAM = '#F3EADF'
export const WHITE = '#FFFFFF'
export const WOOD = '#C79A68'
export const WOOD_DEEP = '#A87B4F'
export const GLASS = '#DCE8EA'
export const LEAF = '#4F7A55'
export const GLOW = '#F1C77A'

const palette = (main: string, deep: string, light: string, accent: string): ScenePalette => ({
  main,
  deep,
  light,
  accent,
})

export const SCENE_PALETTES = {
  terracotta: palette('#D2703A', '#9C4A20', '#E9A980', '#F3E3D3'),
  teal: palette('#2F7F84', '#1D5A5F', '#86BDBF', '#F1C77A'),
  plum: palette('#8A5A7D', '#63405A', '#C39DB8', '#EBD9C7'),
  navy: palette('#39465A', '#1E2632', '#6E7F99', '#8FD0D3'),
  red: palette('#B8352B', '#8B241D', '#D86A60', '#F3E3D3'),
  green: palette('#4F7A55', '#355A3B', '#93B394', '#F1C77A'),
  mustard: palette('#D9A441', '#A87822', '#F0CE86', '#39465A'),
  charcoal: palette('#3F4651', '#2A2F37', '#6A7280', '#E98B4A'),
  sage: palette('#7F9A86', '#5C7563', '#B5C8B8', '#C4581C'),
  blue: palette('#4A78B0', '#2F5585', '#93B3D8', '#F3E3D3'),
  rose: palette('#C9788A', '#9C5063', '#E5B0BC', '#F3EADF'),
  stone: palette('#C3CAD0', '#8B95A1', '#E4E8EB', '#C4581C'),
  sand: palette('#CDAA80', '#9C7A50', '#E5D0B2', '#2F7F84'),
} as const

export type PaletteName = keyof typeof SCENE_PALETTES
