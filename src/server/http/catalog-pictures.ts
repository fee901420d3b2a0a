import type { FastifyInstance } from 'fastify'
import { type ProductLook, renderProduct } from '../sample/pictures/draw.ts'
import { MOTIFS } from '../sample/pictures/motif.ts'
import { PALETTES } from '../sample/pictures/palette.ts'
import { replyNotFound } from './error-replies.ts'

const NAME = /^([a-z]+)-([a-z]+)-([0-5])\.jpg$/
/** About 10 kB each. */
const MOST_KEPT = 500

/** The look that a name stands for; null for a name that stands for nothing. */
function lookOf(name: string): ProductLook | null {
  const [, picture = '', colour = '', ground] = NAME.exec(name) ?? []
  if (!Object.hasOwn(MOTIFS, picture) || !Object.hasOwn(PALETTES, colour)) return null
  // Both are keys of their objects, as was just found out.
  return { picture, colour, ground: Number(ground) } as ProductLook
}

/** Pictures of the built-in catalogue's products, drawn when somebody looks at them for the first time. */
export function addCatalogPictures(server: FastifyInstance) {
  const kept = new Map<string, Promise<Buffer>>()
  function draw(name: string, look: ProductLook): Promise<Buffer> {
    const known = kept.get(name)
    if (known) return known
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    const picture = renderProduct(look)
    kept.set(name, picture)
    // One that could not be drawn is tried again.
    picture.catch(() => kept.delete(name))
    return picture
  }
  server.get<{ Params: { name: string } }>('/catalog/:name', async (request, reply) => {
    const look = lookOf(request.params.name)
    if (look === null) return replyNotFound(request, reply)
    return reply
      .header('content-type', 'image/jpeg')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await draw(request.params.name, look))
  })
}
