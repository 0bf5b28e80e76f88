// Shows pushed notifications, and opens their pages. It controls no page and keeps nothing.

self.addEventListener('push', (event) => {
  let push = {}
  try {
    push = event.data.json()
  } catch {
    // Browsers show a notification of their own when none is shown.
  }
  const { title = 'Kalakal', body = '', path = '/notifications', tag = '' } = push
  const options = { body, tag, data: { path } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const to = new URL(event.notification.data.path, self.location.origin)
  // A page of this server, and no other.
  if (to.origin === self.location.origin) event.waitUntil(self.clients.openWindow(to.href))
})
