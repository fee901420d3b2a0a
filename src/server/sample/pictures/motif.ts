import { z } from 'zod'
import { FAMILY_MOTIFS } from './motifs-family.ts'
import { HOME_MOTIFS } from './motifs-home.ts'
import { KITCHEN_MOTIFS } from './motifs-kitchen.ts'
import { OUTDOOR_MOTIFS } from './motifs-outdoors.ts'
import { TECHNOLOGY_MOTIFS } from './motifs-technology.ts'
import { WORKSHOP_MOTIFS } from './motifs-workshop.ts'
import type { PaletteName } from './palette.ts'
import type { SceneName } from './scenes.ts'

/** Every product we can draw: inside 96 × 96, standing on the line y = 80. */
export const MOTIFS = {
  ...KITCHEN_MOTIFS,
  ...HOME_MOTIFS,
  ...OUTDOOR_MOTIFS,
  ...FAMILY_MOTIFS,
  ...WORKSHOP_MOTIFS,
  ...TECHNOLOGY_MOTIFS,
}

export type MotifName = keyof typeof MOTIFS

export const Motif = z.custom<MotifName>(
  (name) => typeof name === 'string' && Object.hasOwn(MOTIFS, name),
  'no picture has this name',
)

export interface Staging {
  scene: SceneName
  /** Colours of the product in the middle, then of its rivals. */
  colours: readonly [PaletteName, ...PaletteName[]]
}
