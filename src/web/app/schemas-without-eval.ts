import { z } from 'zod'

/**
 * Schemas would otherwise compile functions from text, which our content security policy blocks and reports.
 * They check this when they are declared, so this must run before the first of them; the build puts it beside
 * the library itself.
 */
z.config({ jitless: true })
