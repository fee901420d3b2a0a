import { join } from 'node:path'
import { createDiskImageStore } from './built-in.ts'
import type { ImageStore } from './port.ts'
import { createS3ImageStore } from './s3.ts'
import type { S3Account } from './s3-settings.ts'

interface ImageStoreDeps {
  account: S3Account | undefined
  dataDir: string
  clock: () => Date
}

/** The configured bucket, with the disk for older pictures; without a bucket, the disk. */
export function chooseImageStore({ account, dataDir, clock }: ImageStoreDeps): ImageStore {
  const disk = createDiskImageStore({ folder: join(dataDir, 'images'), clock })
  return account === undefined ? disk : createS3ImageStore({ bucket: account, older: disk })
}
