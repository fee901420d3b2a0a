import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { FillNews, FillOrder } from './fill-order.ts'

const LOADING = new URL('../loading.ts', import.meta.url).href
/** Rows live briefly: without this, a sixth of the time goes into collecting them. */
const ROOMY = ['--max-semi-space-size=64']
const PROGRAM = path.join(import.meta.dirname, 'fill-process.ts')

/** Fills a workspace in a process of its own, and calls `onPart` as the sample does. Throws the failure that it reports. */
export async function fillApart(order: FillOrder, onPart: (part: string) => void): Promise<void> {
  const child = fork(PROGRAM, { execArgv: ['--import', LOADING, ...ROOMY], serialization: 'advanced' })
  let failure: string | undefined
  child.on('message', (news: FillNews) => {
    if ('part' in news) onPart(news.part)
    else failure = news.failure
  })
  child.send(order)
  // What it has told last may arrive after its end.
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  if (failure !== undefined) throw new Error(failure)
  if (code !== 0) throw new Error(`The sample workspace could not be filled (${signal ?? `code ${code}`}).`)
}
