import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Takes a file to the disk, however slowly it comes, before anything else waits for it; then it is used and gone. */
export async function spoolUpload<Result>(
  content: AsyncIterable<Uint8Array>,
  use: (content: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-upload-'))
  const file = await open(join(folder, 'file'), 'wx+', 0o600)
  try {
    // Without a name it goes with the process, whatever becomes of that.
    await rm(folder, { recursive: true })
    for await (const chunk of content) await file.writeFile(chunk)
    return await use(file.createReadStream({ start: 0, autoClose: false }))
  } finally {
    await file.close()
  }
}
