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

export interface ProductLook {
  picture: MotifName
  colour: PaletteName
  /** The ground behind it, 0 to 5. */
  ground: number
}

/** A product on its own, JPEG, 400 × 400. */
export function renderProduct({ picture, colour, ground }: ProductLook): Promise<Buffer> {
  const { wall, line } = tintOf(ground)
  const place = { x: PRODUCT / 2, ground: 330, scale: 3.4 }
  const content = `<rect width="${PRODUCT}" height="${PRODUCT}" fill="${wall}"/>${shadow(place.x, place.ground, place.scale, line)}${standing(picture, colour, place)}`
  return sharp(Buffer.from(svg(PRODUCT, PRODUCT, content)))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
