import type { Rhythm } from '~/platform/request/report-mails'

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
/** The day of the month that stands for its last one. */
const LAST_DAY = 31

const sentence = (text: string) => text[0]!.toUpperCase() + text.slice(1)

const dayText = ({ rhythm, weekday, month_day }: Omit<Rhythm, 'hour'>) => {
  if (rhythm === 'week') return `every ${WEEKDAYS[weekday! - 1]}`
  if (rhythm !== 'month') return 'every day'
  return month_day === LAST_DAY
    ? 'on the last day of every month'
    : `on day ${month_day} of every month`
}

const none = { weekday: null, month_day: null }
const RHYTHMS = [
  { value: 'day', ...none, rhythm: 'day' },
  ...WEEKDAYS.map((_, n) => ({
    ...{ ...none, value: `week-${n + 1}`, rhythm: 'week', weekday: n + 1 },
  })),
  ...Array.from({ length: LAST_DAY }, (_, n) => ({
    ...{ ...none, value: `month-${n + 1}`, rhythm: 'month', month_day: n + 1 },
  })),
]

/** The rhythms that a form offers. */
export const WHEN_OPTIONS = RHYTHMS.map(({ value, ...rhythm }) => ({
  value,
  label: sentence(dayText(rhythm)),
}))

/** Returns the option of the form that stands for a rhythm: `week-1`. */
export const whenOf = ({ rhythm, weekday, month_day }: Omit<Rhythm, 'hour'>): string =>
  [rhythm, weekday ?? month_day].filter((part) => part !== null).join('-')

/** Returns an hour as times are written: `06:00`. */
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourText(hour),
}))

/** Returns a rhythm in words: `every Monday at 06:00`. */
export function rhythmText(rhythm: Rhythm): string {
  return `${dayText(rhythm)} at ${hourText(rhythm.hour)}`
}
