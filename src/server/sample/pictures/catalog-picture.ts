import { type ProductLook, renderProduct } from './draw.ts'
import { MOTIFS } from './motif.ts'
import { SCENE_PALETTES } from './palette.ts'

const NAME = /^([a-z]+)-([a-z]+)-([0-5])\.jpg$/

/** The look that a name stands for; null for a name that stands for nothing. */
function lookOf(name: string): ProductLook | null {
  const [, picture = '', colour = '', ground] = NAME.exec(name) ?? []
  if (!Object.hasOwn(MOTIFS, picture) || !Object.hasOwn(SCENE_PALETTES, colour)) return null
  // Both are keys of their objects, as was just found out.
  return { picture, colour, ground: Number(ground) } as ProductLook
}

/** Draws the picture of the built-in catalogue that has this name; null where none has. */
export function catalogPicture(name: string): (() => Promise<Buffer>) | null {
  const look = lookOf(name)
  return look && (() => renderProduct(look))
}
