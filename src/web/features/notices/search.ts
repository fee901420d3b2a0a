import { z } from 'zod'
import { Page } from '#shared/http/fields.ts'

export const NoticesSearch = z.object({ page: Page.catch(1) })
