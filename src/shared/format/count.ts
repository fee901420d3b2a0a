/** `1,284`; `more than 10,000` where there are more, which nobody counted. */
export const counted = (count: number, isMore = false): string =>
  `${isMore ? 'more than ' : ''}${count.toLocaleString('en-US')}`

/** `1 word`, `1,284 words` */
export const countedIn = (count: number, noun: string): string =>
  `${counted(count)} ${count === 1 ? noun : `${noun}s`}`
