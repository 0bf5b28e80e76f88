import type { ComponentProps } from 'react'
import { addDays, formatDate } from '~/platform/values/dates'
import { useClosedThrough } from './ClosedThrough'
import { DateField } from './TextField'

type Props = ComponentProps<typeof DateField>

/** Edits a day on which something is posted: says through which day the books are closed. Schema: `openDayField`. */
export function PostingDateField({ hint, ...props }: Props) {
  const { hideLabel } = props
  const day = useClosedThrough()
  const closed = day ? `Closed through ${formatDate(day)}` : null
  const text = [hint, closed].filter(Boolean).join('. ') || undefined
  return (
    <DateField
      {...props}
      // Rows and bars have one line.
      {...(hideLabel ? { title: text } : { hint: text })}
      min={day ? addDays(day, 1) : undefined}
    />
  )
}
