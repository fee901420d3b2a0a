import { isOneOf } from '#shared/format/keys.ts'
import { type ProductLook, renderProduct, SHOTS } from './draw.ts'
import { MOTIFS } from './motif.ts'
import { SCENE_PALETTES } from './palette.ts'

/** Those of workspaces that were filled earlier say nothing of the shot. */
const NAME = /^([a-z]+)-([a-z]+)-([0-5])(?:-([a-z]+))?\.jpg$/

/** The look encoded in a file name; null for any other name. */
function lookOf(name: string): ProductLook | null {
  const [, picture = '', colour = '', ground, shot = 'plain'] = NAME.exec(name) ?? []
  if (!Object.hasOwn(MOTIFS, picture) || !Object.hasOwn(SCENE_PALETTES, colour)) return null
  if (!isOneOf(SHOTS, shot)) return null
  // Both are keys of their objects, as was just found out.
  return { picture, colour, ground: Number(ground), shot } as ProductLook
}

/** Draws the picture of the built-in catalogue with this name; null for any other name. */
export function catalogPicture(name: string): (() => Promise<Buffer>) | null {
  const look = lookOf(name)
  return look && (() => renderProduct(look))
}
