import type { ComponentType } from 'react'
import { Section } from './ui/controls'
import { Shell } from './ui/Shell'

/**
 * Tells whether this is a tab of Safari, which deletes what it has stored after seven days without use. An iPad says that it
 * is a Mac, but is touched.
 */
function isTabOfIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  const ios =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return ios && !matchMedia('(display-mode: standalone)').matches
}

/** Returns a screen that writes: in a tab of an iPhone it says how to install the app instead. */
export function writes(Screen: ComponentType): ComponentType {
  return function Writes() {
    return isTabOfIos() ? <Install /> : <Screen />
  }
}

function Install() {
  return (
    <Shell title="Install the app first" back="/">
      <Section title="On iPhones, a tab only reads">
        <p>
          Safari deletes what a tab has stored after seven days without use. What you write would be
          lost, so this is possible in the installed app alone.
        </p>
        <ol className="mt-2 list-decimal pl-6">
          <li>Tap the share button of Safari.</li>
          <li>Choose “Add to Home Screen”.</li>
          <li>Open Kalakal Field from the home screen, and sign in there.</li>
        </ol>
      </Section>
    </Shell>
  )
}
