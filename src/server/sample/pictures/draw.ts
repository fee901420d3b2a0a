import sharp from 'sharp'
import { createRandom } from '../../random.ts'
import { MOTIFS, type MotifName } from './motif.ts'
import { type PaletteName, SCENE_PALETTES } from './palette.ts'
import { SCENES, SURFACE, shadowOf, tintOf } from './scenes.ts'
import { STAGINGS } from './stagings.ts'

const HERO = { width: 1200, height: 675 }
const PRODUCT = 400
/** Motifs are drawn in a square of this side and stand on this line of it. */
const BOX = 96
const GROUND = 80

export interface HeroSubject {
  /** Decides the colour of the room; the same title always gives the same picture. */
  title: string
  picture: MotifName
}

/** The motif standing on `ground`, its middle at `x`. */
function standing(
  motif: MotifName,
  colours: PaletteName,
  place: { x: number; ground: number; scale: number },
) {
  const { x, ground, scale } = place
  const left = x - (BOX / 2) * scale
  return `<g transform="translate(${left} ${ground - GROUND * scale}) scale(${scale})">${MOTIFS[motif](SCENE_PALETTES[colours])}</g>`
}

const shadow = (x: number, ground: number, scale: number, fill: string) =>
  `<ellipse cx="${x}" cy="${ground}" rx="${40 * scale}" ry="${4.5 * scale}" fill="${fill}"/>`

/** The winner in the middle, its rivals smaller and further back. */
function places(rivals: number) {
  const middle = { x: 600, ground: SURFACE + 24, scale: rivals === 0 ? 5.4 : 4.6 }
  const left = { x: 215, ground: SURFACE + 2, scale: 2.9 }
  const right = { x: 985, ground: SURFACE + 2, scale: 2.9 }
  if (rivals === 0) return [middle]
  if (rivals === 1)
    return [
      { ...middle, x: 470 },
      { ...right, x: 870, scale: 3.2 },
    ]
  return [middle, left, right]
}

function heroSvg(subject: HeroSubject): string {
  const { scene, colours } = STAGINGS[subject.picture]
  const variant = createRandom(`hero ${subject.title}`).between(0, 5)
  const cast = places(colours.length - 1).map((place, index) => ({
    place,
    colour: colours[index] ?? colours[0],
  }))
  const fill = shadowOf(scene, variant)
  const products = cast.map(
    ({ place, colour }) =>
      shadow(place.x, place.ground, place.scale, fill) + standing(subject.picture, colour, place),
  )
  // From back to front, so that the winner overlaps its rivals.
  return svg(HERO.width, HERO.height, SCENES[scene](tintOf(variant)) + products.reverse().join(''))
}

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`

/** A hero image, JPEG, 1200 × 675. */
export function renderHero(subject: HeroSubject): Promise<Buffer> {
  return sharp(Buffer.from(heroSvg(subject)))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** How a product is pictured: makers show theirs in many ways. */
export const SHOTS = ['plain', 'tall', 'low', 'pair', 'boxed', 'athome'] as const
export type Shot = (typeof SHOTS)[number]

export interface ProductLook {
  picture: MotifName
  colour: PaletteName
  /** The ground behind it, 0 to 5. */
  ground: number
  shot: Shot
}

/** The part of the wide scene around the product. */
const SCENE_PART = PRODUCT / 560

interface Pose {
  ground: number
  /** Wider and lower, or narrower and taller, than it is drawn. */
  width: number
  height: number
  isMirrored?: boolean
}

const POSES: Readonly<Record<Shot, Pose>> = {
  plain: { ground: 330, width: 3.4, height: 3.4 },
  tall: { ground: 344, width: 3, height: 3.9 },
  low: { ground: 316, width: 3.9, height: 2.9, isMirrored: true },
  pair: { ground: 346, width: 2.9, height: 2.9, isMirrored: true },
  boxed: { ground: 340, width: 2.8, height: 2.8 },
  athome: { ground: 330, width: 2.6, height: 2.6 },
}

function posed({ picture, colour, shot }: ProductLook, x: number) {
  const { ground, width, height, isMirrored = false } = POSES[shot]
  const left = isMirrored ? x + (BOX / 2) * width : x - (BOX / 2) * width
  const across = isMirrored ? -width : width
  return `<g transform="translate(${left} ${ground - GROUND * height}) scale(${across} ${height})">${MOTIFS[picture](SCENE_PALETTES[colour])}</g>`
}

/** Everything in the picture besides the product. */
function surroundings({ picture, colour, ground, shot }: ProductLook): string {
  const { wall, line, top, shadow: dark } = tintOf(ground)
  const plain = `<rect width="${PRODUCT}" height="${PRODUCT}" fill="${wall}"/>`
  const under = (x: number, y: number, scale: number, fill = line) => shadow(x, y, scale, fill)
  if (shot === 'athome') {
    const { scene } = STAGINGS[picture]
    const middle = `translate(${PRODUCT / 2 - 600 * SCENE_PART} ${POSES.athome.ground - (SURFACE + 24) * SCENE_PART}) scale(${SCENE_PART})`
    return `${plain}<g transform="${middle}">${SCENES[scene](tintOf(ground))}</g>${under(PRODUCT / 2, POSES.athome.ground, POSES.athome.width, shadowOf(scene, ground))}`
  }
  if (shot === 'pair') {
    const back = { x: 284, ground: 300, scale: 2.1 }
    return `${plain}${under(back.x, back.ground, back.scale)}${standing(picture, colour, back)}${under(158, POSES.pair.ground, POSES.pair.width)}`
  }
  if (shot === 'boxed') {
    const box = { x: 268, ground: 322, scale: 3 }
    return `${plain}<rect y="300" width="${PRODUCT}" height="100" fill="${top}"/>${under(box.x, box.ground, box.scale, dark)}${standing('carton', colour, box)}${under(142, POSES.boxed.ground, POSES.boxed.width, dark)}`
  }
  return `${plain}${under(PRODUCT / 2, POSES[shot].ground, POSES[shot].width)}`
}

/** Horizontal position of the product, which leaves room for other objects. */
const MIDDLES: Partial<Record<Shot, number>> = { pair: 158, boxed: 142 }

/** A product on its own, JPEG, 400 × 400. */
export function renderProduct(look: ProductLook): Promise<Buffer> {
  const content = surroundings(look) + posed(look, MIDDLES[look.shot] ?? PRODUCT / 2)
  return sharp(Buffer.from(svg(PRODUCT, PRODUCT, content)))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
