// The stylesheets of all features at once: screens show each other's dialogs, whichever was opened first.
import.meta.glob('../features/*/*/*.css', { eager: true })
