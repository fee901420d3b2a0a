/** `dailyAt` is `HH:MM` in the organisation's time zone. */
interface Daily {
  dailyAt: string
  timeZone: string
}

/** Schedule of daily work: every hour at its minute, so that a server that was off at its time is an hour late. */
export const hourlyFrom = ({ dailyAt }: Pick<Daily, 'dailyAt'>) => `${Number(dailyAt.slice(3))} * * * *`

/** Whether the time of daily work has come today. */
export const isDue = (now: Date, { dailyAt, timeZone }: Daily): boolean =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now) >= dailyAt
