import { createContext, useContext } from 'react'

/** The response's CSP nonce while rendering on the server; empty in the browser, which hides it too. */
export const NonceContext = createContext('')

/** Nonce for the scripts of the document. */
export function useNonce(): string {
  return useContext(NonceContext)
}
