import { AppError } from '../../errors.ts'

/** A file that ends too early or stops being a table. The rows that came before it are whole. */
export class DamagedFile extends AppError {
  constructor(why: string) {
    super('unprocessable', why)
  }
}

/** The one sentence for a damaged file, whatever is imported. */
export const damageText = ({ afterLine, why }: { afterLine: number; why: string }): string =>
  `The file is damaged after line ${afterLine.toLocaleString('en')}: ${why}`
