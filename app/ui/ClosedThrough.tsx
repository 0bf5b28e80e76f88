import { createContext, useContext } from 'react'
import { formatDate } from '~/platform/values/dates'
import { Badge } from './Badge'

const Context = createContext<string | null>(null)

/** Hands the day through which the project's books are closed to forms and badges; null = nothing is closed. */
export const ClosedThroughProvider = Context.Provider

/** Returns the day through which the project's books are closed; null = nothing is closed. */
export function useClosedThrough(): string | null {
  return useContext(Context)
}

/** Shows beside a title through which day the books are closed, when they are. */
export function ClosedBadge() {
  const day = useClosedThrough()
  return day ? <Badge>Closed through {formatDate(day)}</Badge> : null
}
