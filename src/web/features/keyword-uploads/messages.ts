export const UPLOAD_FAILED = 'Keywords could not be uploaded.'
export const ONLY_CSV = 'Only .csv files can be uploaded.'

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`

export const addedWords = (count: number) => `${counted(count, 'keyword')} added`
export const repeatedWords = (count: number) => `${counted(count, 'keyword')} repeated`
export const refusedWords = (count: number) => `${counted(count, 'line')} refused`
export const wouldAddWords = (count: number) => `${counted(count, 'keyword')} to add`
