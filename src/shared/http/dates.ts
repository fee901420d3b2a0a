import { z } from 'zod'

/** Formats of texts in answers, for the API's description. */
export const FORMATS = z.registry<{ format: 'date' | 'date-time' }>()

/** A moment in an answer, in ISO 8601 and UTC: `2026-03-01T09:30:00.000Z`. */
export const Timestamp = z.string().register(FORMATS, { format: 'date-time' })

/** A day in an answer: `2026-03-01`. */
export const DateOnly = z.string().register(FORMATS, { format: 'date' })
