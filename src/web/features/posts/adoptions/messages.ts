import type { Adoption, KeywordsOfPosts } from '#shared/features/posts/adoptions/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'

export const FAILURES = {
  read: 'Couldn’t load this site’s posts.',
  start: 'Couldn’t read the posts.',
  stop: 'Couldn’t stop the run.',
  report: 'Couldn’t load the report.',
  keywords: 'Couldn’t load the focus keywords.',
  addKeywords: 'Couldn’t add the focus keywords.',
} as const

export const ABOUT =
  'Copydesk reads all published posts of this site, follows them in the Content Tracker, and adds their products to the Products Library and stock scans. It checks for new posts every hour, and never changes a post by itself.'
export const GOES_ON = 'You can close this; it continues even after a restart.'
export const NO_REFUSAL = 'This site’s posts can’t be read'
export const REPORT_ABOUT = 'One row per post: the outcome, and why it was refused.'

export const progressWords = ({ state, done, total }: Adoption): string =>
  state === 'listing'
    ? total === 0
      ? 'Listing the posts…'
      : `Listing the posts: ${counted(total)} so far`
    : `Reading: ${counted(done)} of ${countedIn(total, 'post')}`

/** The completed part of a run as a whole percentage. */
export const percentOf = ({ state, done, total }: Adoption): number =>
  state === 'listing' || total === 0 ? 0 : Math.floor((100 * done) / total)

export const stopQuestion = (site: string) => ({
  title: `Stop reading the posts of ${site}?`,
  content: 'Posts read so far are kept. The next run starts over, but recognises them.',
  okText: 'Stop',
  cancelText: 'Keep reading',
})

export const keywordsWords = ({ added, repeated, invalid, without }: KeywordsOfPosts): string =>
  [
    `${counted(added)} new`,
    `${counted(repeated)} already in Keywords`,
    ...(invalid > 0 ? [`${counted(invalid)} refused`] : []),
    ...(without > 0 ? [`${countedIn(without, 'post')} without a keyword`] : []),
  ].join(', ')

export const addedWords = ({ added, repeated }: { added: number; repeated: number }) =>
  `${countedIn(added, 'keyword')} added, ${counted(repeated)} already there`

/** How to connect a site to WordPress, step by step. */
export const CONNECT = {
  title: 'Connect it to WordPress',
  password:
    'In WordPress, open the profile of an Editor and create an application password. The site needs https for that.',
  setting:
    'Set this in the server’s environment, with the account’s name and the password. If WP_SITES exists, add the site to it.',
  fields:
    'Copy docs/wordpress/copydesk-meta.php to wp-content/mu-plugins of the site. It keeps authors, focus keywords and structured data.',
  restart: 'Restart the server and come back here.',
} as const
export const SETTING_COPIED = 'Setting copied.'

/** The setting that connects the site, in quotes for a shell or an environment file. */
export const settingOf = ({ code, url }: { code: string; url: string }): string => {
  const account = { baseUrl: url, user: 'ACCOUNT', appPassword: 'APPLICATION PASSWORD' }
  return `WP_SITES='${JSON.stringify({ [code]: account })}'`
}
