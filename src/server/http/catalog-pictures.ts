import type { FastifyInstance } from 'fastify'
import { disposition } from './disposition.ts'
import { replyNotFound } from './error-replies.ts'

/** About 10 kB each. */
const MOST_KEPT = 500

/** Draws the picture of a name, when it is called; null for a name that stands for nothing. */
type PictureOf = (name: string) => (() => Promise<Buffer>) | null

/**
 * Pictures of the built-in catalogue's products, drawn on first request. The drawing code is also loaded
 * then.
 */
export function addCatalogPictures(server: FastifyInstance, load: () => Promise<PictureOf>) {
  const kept = new Map<string, Promise<Buffer>>()
  function drawOnce(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = kept.get(name)
    if (known) return known
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    const picture = draw()
    kept.set(name, picture)
    // One that could not be drawn is tried again.
    picture.catch(() => kept.delete(name))
    return picture
  }
  server.get<{ Params: { name: string } }>('/catalog/:name', async (request, reply) => {
    const { name } = request.params
    const pictureOf = await load()
    const draw = pictureOf(name)
    if (draw === null) return replyNotFound(request, reply)
    return reply
      .header('content-type', 'image/jpeg')
      .header('content-disposition', disposition('inline', name))
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await drawOnce(name, draw))
  })
}
