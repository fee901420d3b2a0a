import { z } from 'zod'
import { PageField } from '#shared/http/fields.ts'

export const NoticesSearch = z.object({ page: PageField.catch(1) })
export type NoticesSearch = z.output<typeof NoticesSearch>
