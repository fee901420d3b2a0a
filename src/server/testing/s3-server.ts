import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export interface S3Server {
  url: string
  bucket: string
  /** What the settings of a Copydesk need to use it. */
  environment: Record<string, string>
  close(): Promise<void>
}

interface S3Object {
  bucket: string
  key: string
}
interface S3rver {
  run(): Promise<{ port: number }>
  close(): Promise<void>
  store: {
    getResourcePath(bucket: string, key: string, kind: 'object'): string
    putObject(object: S3Object): Promise<{ size: number }>
  }
}

/** The server answers when it has read an object; a real one when the object can be read by everybody. */
function answerOnceWritten({ store }: S3rver): void {
  const putObject = store.putObject.bind(store)
  store.putObject = async (object) => {
    const put = await putObject(object)
    const path = store.getResourcePath(object.bucket, object.key, 'object')
    while ((await stat(path)).size < put.size) await setTimeout(1)
    return put
  }
}

/** A store that speaks the language of S3, on loopback and in a folder of its own. */
export async function startS3Server(): Promise<S3Server> {
  // @ts-expect-error The package has no declarations; `S3rver` says what of it is used.
  const Server = (await import('s3rver')).default as new (options: object) => S3rver
  const directory = await mkdtemp(join(tmpdir(), 'copydesk-s3-'))
  const bucket = 'pictures'
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false }
  const server = new Server({ ...options, configureBuckets: [{ name: bucket }] })
  answerOnceWritten(server)
  const { port } = await server.run()
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    bucket,
    environment: {
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      S3_ENDPOINT: url,
      S3_FORCE_PATH_STYLE: 'true',
      S3_PUBLIC_BASE_URL: `${url}/${bucket}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
