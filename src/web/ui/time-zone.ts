import { createContext } from 'react'

/** The organisation's time zone, as an IANA name; the reader's own until it is known. */
export const TimeZone = createContext<string | undefined>(undefined)
