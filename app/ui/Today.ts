import { createContext, useContext } from 'react'

const Context = createContext<string | null>(null)

/** Hands the business day of the project to what a page offers by it; null outside of a project. */
export const TodayProvider = Context.Provider

/** Returns the business day of the project, as of the page's load. */
export function useToday(): string | null {
  return useContext(Context)
}
