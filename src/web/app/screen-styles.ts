// Every noun's stylesheet, at once: screens show each other's dialogs, whichever of them was opened first.
import.meta.glob('../features/*/*.css', { eager: true })
