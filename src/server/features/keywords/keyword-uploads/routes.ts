import type { keywordUploadEndpoints } from '#shared/features/keywords/keyword-uploads/contract.ts'
import type { Handlers, UploadedStream } from '../../../calls/handlers.ts'
import { AppError } from '../../../errors.ts'
import type { UploadsService } from './service.ts'

function given(stream: UploadedStream | null): UploadedStream {
  if (stream === null) throw new AppError('unsupported', 'This call expects a file.')
  return stream
}

export function uploadHandlers(service: UploadsService): Handlers<typeof keywordUploadEndpoints> {
  return {
    upload: async ({ actor, stream, body: mapping }) =>
      service.takeUpload(actor, given(stream), { isPreview: false, mapping }),
    preview: async ({ actor, stream, body: mapping }) =>
      service.takeUpload(actor, given(stream), { isPreview: true, mapping }),
    inspect: async ({ actor, stream, body: { separator } }) =>
      service.inspectUpload(actor, given(stream), separator),
  }
}
