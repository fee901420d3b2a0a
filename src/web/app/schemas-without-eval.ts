import { z } from 'zod'

/**
 * Schemas would try to make functions out of text, which our own content policy forbids and reports. They ask when they
 * are declared, so this has to run before the first of them; the build puts it beside the library itself.
 */
z.config({ jitless: true })
