import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// The order in which a browser tells of a new version cannot be chosen in it.

const unsaved = vi.hoisted(() => ({ input: false }))
vi.mock('./unsaved', () => ({ hasUnsavedInput: () => unsaved.input }))

import { isVersionWaiting, keepUpToDate, onVersion, reloadNow } from './update'

class Version extends EventTarget {
  readonly told: unknown[] = []
  constructor(public state: string) {
    super()
  }
  postMessage(message: unknown) {
    this.told.push(message)
  }
  becomes(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** A browser in which the app is opened, with what it knows of versions. */
function browser() {
  const registration = Object.assign(new EventTarget(), {
    installing: null as Version | null,
    waiting: null as Version | null,
    update: async () => {},
  })
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => registration,
  })
  const reload = vi.fn()
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('location', { reload })
  const finds = (version: Version) => {
    registration.installing = version
    registration.dispatchEvent(new Event('updatefound'))
  }
  return { registration, serviceWorker, reload, finds }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  unsaved.input = false
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('takes over a version that is installed before the registration says that it waits', async () => {
  const { finds } = browser()
  await keepUpToDate()
  const found = new Version('installing')
  finds(found)
  expect(found.told).toEqual([])
  found.becomes('installed')
  expect(found.told).toEqual(['take over'])
})

it('takes over a version that was there before the app', async () => {
  const { registration } = browser()
  const [installed, waiting] = [new Version('installed'), new Version('installed')]
  Object.assign(registration, { installing: installed, waiting })
  await keepUpToDate()
  expect([installed.told, waiting.told]).toEqual([['take over'], ['take over']])
})

it('waits with both, version and page, until nothing is unsaved', async () => {
  const { serviceWorker, reload, finds } = browser()
  await keepUpToDate()
  const found = new Version('installing')
  finds(found)
  unsaved.input = true
  found.becomes('installed')
  vi.advanceTimersByTime(10_000)
  expect(found.told).toEqual([])
  unsaved.input = false
  vi.advanceTimersByTime(1000)
  expect(found.told).toEqual(['take over'])

  unsaved.input = true
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  vi.advanceTimersByTime(10_000)
  expect(reload).not.toHaveBeenCalled()
  unsaved.input = false
  vi.advanceTimersByTime(1000)
  expect(reload).toHaveBeenCalled()
})

// It comes last: who has given up input has done so until the page is loaded anew.
it('says that it waits, and comes at once when unsaved input is given up', async () => {
  const { serviceWorker, reload, finds } = browser()
  await keepUpToDate()
  const told: boolean[] = []
  const leave = onVersion(() => told.push(isVersionWaiting()))
  const found = new Version('installing')
  finds(found)
  unsaved.input = true
  found.becomes('installed')
  expect([isVersionWaiting(), told]).toEqual([true, [true]])
  // Nothing is said where there was no version before, and once the input is saved.
  Object.assign(serviceWorker, { controller: null })
  expect(isVersionWaiting()).toBe(false)
  Object.assign(serviceWorker, { controller: {} })
  unsaved.input = false
  expect(isVersionWaiting()).toBe(false)
  unsaved.input = true
  reloadNow()
  expect([isVersionWaiting(), found.told]).toEqual([false, ['take over']])
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_000)
  expect(found.told).toEqual(['take over'])
  expect(told.at(-1)).toBe(false)
  leave()
})
