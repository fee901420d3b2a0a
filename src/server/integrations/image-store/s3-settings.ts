import { z } from 'zod'
import { BUILT_IN, optionalText, settingGroup, webAddress } from '../../settings/settings-group.ts'

export interface S3Account {
  bucket: string
  /** What every object's key begins with: empty, or a folder with a slash at its end. */
  prefix: string
  region: string
  publicBaseUrl: string
  endpoint: string | undefined
  forcePathStyle: boolean
  /** Left out, the AWS SDK looks for them where it always does. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

export const s3Settings = settingGroup({
  variables: {
    S3_BUCKET: optionalText(),
    S3_REGION: optionalText(),
    S3_PREFIX: z
      .string()
      .regex(/^[\w-]+(\/[\w-]+)*\/?$/)
      .transform((folder) => (folder.endsWith('/') ? folder : `${folder}/`))
      .default(''),
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_FORCE_PATH_STYLE: z.stringbool().default(false),
    // Pages and articles only show pictures that come over https, or from this machine.
    S3_PUBLIC_BASE_URL: webAddress()
      .refine((url) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)([:/]|$)/.test(url))
      .optional(),
    AWS_ACCESS_KEY_ID: optionalText(),
    AWS_SECRET_ACCESS_KEY: optionalText(),
  },
  expected: {
    S3_PREFIX: 'a folder such as copydesk or desks/hearthside, of letters, digits, - and _',
    S3_ENDPOINT: 'an address such as https://s3.example.com',
    S3_FORCE_PATH_STYLE: 'true or false',
    S3_PUBLIC_BASE_URL: 'the https address at which browsers load the images',
  },
  requires: { S3_PREFIX: 'S3_BUCKET', S3_ENDPOINT: 'S3_BUCKET', S3_FORCE_PATH_STYLE: 'S3_BUCKET' },
  together: [
    ['S3_BUCKET', 'S3_REGION', 'S3_PUBLIC_BASE_URL'],
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ],
  settings(values): { s3: S3Account | undefined } {
    const { S3_BUCKET: bucket, S3_REGION: region, S3_PUBLIC_BASE_URL: publicBaseUrl } = values
    if (bucket === undefined || region === undefined || publicBaseUrl === undefined) return { s3: undefined }
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values
    const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined
    return {
      s3: {
        bucket,
        prefix: values.S3_PREFIX,
        region,
        publicBaseUrl,
        endpoint: values.S3_ENDPOINT,
        forcePathStyle: values.S3_FORCE_PATH_STYLE,
        credentials: hasKeys ? { accessKeyId, secretAccessKey } : undefined,
      },
    }
  },
  vendors: ({ s3 }) => ({ images: s3 ? `S3 bucket ${s3.bucket} in ${s3.region}` : BUILT_IN }),
})
