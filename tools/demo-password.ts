/** The password of every demo account. The README names it, and a banner in the demo says so. */
export const DEMO_PASSWORD = 'Kalakal-demo-2026'
