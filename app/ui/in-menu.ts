import { createContext } from 'react'

/** True for the acts under "More", whose buttons and links look like lines of a menu. */
export const InMenu = createContext(false)
