import { parentPort, workerData } from 'node:worker_threads'
import { decodePage } from './decode-page.ts'
import { readPage } from './read-page.ts'

const { bytes, url } = workerData as { bytes: Uint8Array; url: string }
parentPort?.postMessage(readPage(decodePage(bytes), url))
