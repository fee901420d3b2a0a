import { AppError } from '../../errors.ts'
import { createConcurrencyLimit, createPersonalLimit } from '../../security/concurrency-limit.ts'
import { spoolUpload } from './upload-file.ts'

/** Each may take a hundred megabytes of the disk for as long as its file takes to come. */
const MOST_COMING = 10
/** Each holds a connection of the database; the others wait for their turn. */
const MOST_AT_ONCE = 3
const RETRY_SECONDS = 15
const MOST_OF_PERSON = 3
/** Fewer than may come from all: a person with a slow line leaves places to the others. */
const COMING_FROM_PERSON = 4
const BUSY_YOURSELF = 'Your other uploads are still being read. Please try again soon.'
const BUSY = 'Other users are uploading right now. Please try again soon.'

/**
 * Takes uploaded files to the disk and lets them be read, in turn: some places for each person, and no more for all
 * than there are.
 * @throws AppError where all places are taken
 */
export function createUploadPlaces() {
  let coming = 0
  const inTurn = createConcurrencyLimit({ atOnce: MOST_AT_ONCE, mostWaiting: MOST_COMING, refusal: BUSY })
  const ofPerson = { refusal: BUSY_YOURSELF }
  // A file that takes long keeps one of the places busy, whatever else its sender uploads.
  const inPersonsTurn = createPersonalLimit({ ...ofPerson, atOnce: 1, mostWaiting: MOST_OF_PERSON })
  const inPersonsPlaces = createPersonalLimit({ ...ofPerson, atOnce: COMING_FROM_PERSON, mostWaiting: 0 })

  const whileComing = <Result>(personId: number, work: () => Promise<Result>) =>
    inPersonsPlaces(personId, async () => {
      if (coming >= MOST_COMING) throw new AppError('unavailable', BUSY, { retryAfter: RETRY_SECONDS })
      coming += 1
      try {
        return await work()
      } finally {
        coming -= 1
      }
    })

  return <Result>(
    personId: number,
    content: AsyncIterable<Uint8Array>,
    use: (whole: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result> =>
    whileComing(personId, () =>
      spoolUpload(content, (whole) => inPersonsTurn(personId, () => inTurn(() => use(whole)))),
    )
}
