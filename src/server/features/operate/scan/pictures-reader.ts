import type { ConnectivityDeps } from './deps.ts'
import { listLogos, listPictures } from './queries.ts'

/** Articles per batch. */
const SLICE = 5000
/** Less than a function's time limit. The result reports whatever was not reached by then. */
const TIME_MS = 30_000
const AT_ONCE = 20
/** Most pictures missing from the store's list that are looked up individually. */
const MOST_ASKED = 1000
/** Later than any picture's time. */
const EVER = new Date(8_640_000_000_000_000)

interface Picture {
  siteId: number
  site: string
  label: string
  address: string
}
type Kept = Picture & { name: string }

/** Removes pictures that were added to the store since it was listed. */
async function stillMissing(
  { images }: Pick<ConnectivityDeps, 'images'>,
  suspects: readonly Kept[],
): Promise<Kept[]> {
  const missing: Kept[] = []
  const asked = suspects.slice(0, MOST_ASKED)
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked.slice(at, at + AT_ONCE)
    const found = await Promise.all(some.map(async ({ name }) => (await images.get(name)) !== null))
    missing.push(...some.filter((_, index) => !found[index]))
  }
  return [...missing, ...suspects.slice(MOST_ASKED)]
}

/**
 * Pictures that should be stored here but are missing. The store is listed once, and every article's picture
 * is looked up in that list, newest first. `isWhole` is false if time ran out.
 */
export async function lookForPictures(
  { db, images }: Pick<ConnectivityDeps, 'db' | 'images'>,
  time = TIME_MS,
): Promise<{ missing: Kept[]; looked: number; isWhole: boolean }> {
  const begun = performance.now()
  const there = new Set(await images.listOlderThan(EVER))
  const suspects: Kept[] = []
  let looked = 0
  const look = (pictures: readonly Picture[]) => {
    for (const picture of pictures) {
      const name = images.nameOf(picture.address)
      if (name === null) continue
      looked += 1
      if (!there.has(name)) suspects.push({ ...picture, name })
    }
  }
  look(await listLogos(db))
  let below: number | null = null
  let isWhole = false
  while (!isWhole && performance.now() - begun < time) {
    const pictures: Awaited<ReturnType<typeof listPictures>> = await listPictures(db, { below, most: SLICE })
    look(pictures)
    below = pictures.at(-1)?.articleId ?? below
    isWhole = pictures.length < SLICE
  }
  return { missing: await stillMissing({ images }, suspects), looked, isWhole }
}
