import { createContext } from 'react'

/** The organisation's time zone, as an IANA name; the browser's until it is known. */
export const TimeZone = createContext<string | undefined>(undefined)
