import type { Adoption, KeywordsOfPosts } from '#shared/features/adoptions/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'

export const FAILURES = {
  read: 'The posts of this site could not be looked up.',
  start: 'The posts could not be read.',
  stop: 'The run could not be stopped.',
  report: 'The report could not be read.',
  keywords: 'The focus keywords could not be looked up.',
  addKeywords: 'The focus keywords could not be added.',
} as const

export const ABOUT =
  'Copydesk reads every post that this site has published and follows what it recommends: in the Content Tracker, the Products Library and the scan of stock. It never changes a post by itself. Once a site was read, it is asked each hour what is new.'
export const GOES_ON = 'It goes on when you close this, and after a restart.'
export const NO_REFUSAL = 'The posts of this site cannot be read'
export const REPORT_ABOUT = 'Every post that was read, what became of it, and why it was refused.'

export const progressWords = ({ state, done, total }: Adoption): string =>
  state === 'listing'
    ? total === 0
      ? 'Listing the posts…'
      : `Listing the posts: ${counted(total)} so far`
    : `Reading: ${counted(done)} of ${countedIn(total, 'post')}`

/** As much of a run as it has behind it, as a whole number of percent. */
export const percentOf = ({ state, done, total }: Adoption): number =>
  state === 'listing' || total === 0 ? 0 : Math.floor((100 * done) / total)

export const stopQuestion = (site: string) => ({
  title: `Stop reading the posts of ${site}?`,
  content: 'What was read stays. The next run begins anew, and knows what it has seen.',
  okText: 'Stop',
  cancelText: 'Go on',
})

export const keywordsWords = ({ added, repeated, invalid, without }: KeywordsOfPosts): string =>
  [
    `${counted(added)} new`,
    `${counted(repeated)} in Keywords already`,
    ...(invalid > 0 ? [`${counted(invalid)} refused`] : []),
    ...(without > 0 ? [`${countedIn(without, 'post')} without a keyword`] : []),
  ].join(', ')

export const addedWords = ({ added, repeated }: { added: number; repeated: number }) =>
  `${countedIn(added, 'keyword')} added, ${counted(repeated)} there already`
