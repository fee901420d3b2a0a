import type { RawReply } from './answer.ts'
import { unreachable } from './api-error.ts'

interface Upload {
  method: string
  url: string
  form: FormData
  headers: Readonly<Record<string, string>>
  /** Called with the share that was sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** Sends a form with XMLHttpRequest, because `fetch` does not report upload progress. */
export function send({ method, url, form, headers, onProgress }: Upload): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () =>
      resolve({ status: request.status, statusText: request.statusText, text: request.responseText }),
    )
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('abort', () => reject(new DOMException('Upload stopped', 'AbortError')))
    request.send(form)
  })
}
