/** Lets one tab at a time do a work; another one waits for it. Browsers have locks on secure origins only. */
export function alone(name: string, work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work()
}
