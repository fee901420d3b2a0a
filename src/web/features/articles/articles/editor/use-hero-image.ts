import { useEffect, useRef, useState } from 'react'
import { IMAGE_MAXIMUM, IMAGE_TYPES, NOT_AN_IMAGE } from '#shared/features/ground/images/contract.ts'
import { imageKey } from '#shared/features/ground/images/rules.ts'
import { isOneOf } from '#shared/format/keys.ts'
import { useStoreImage } from '../queries.ts'

const PAUSE = 1000
const ONE_FILE = 'Only one image file, please'
const TOO_LARGE = `At most ${IMAGE_MAXIMUM / 1024 / 1024} MB`

/** Why these files cannot be the hero image. */
export function fileFault(files: readonly File[]): string | null {
  const [file] = files
  if (file === undefined || files.length > 1) return ONE_FILE
  if (!isOneOf(IMAGE_TYPES, file.type)) return NOT_AN_IMAGE
  return file.size > IMAGE_MAXIMUM ? TOO_LARGE : null
}

interface HeroImageParts {
  keyword: string
  siteId: number | undefined
  onStored: (url: string) => void
}

/** A hero image in progress: uploaded, or copied from a typed URL. If it fails, the previous image stays. */
export function useHeroImage({ keyword, siteId, onStored }: HeroImageParts) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const { mutate, isPending } = useStoreImage(setProgress)
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>()

  const store = (source: File | string) => {
    setFault(null)
    const key = siteId === undefined ? keyword.replaceAll(' ', '+') : imageKey(keyword, siteId)
    mutate(
      { source, key, site: siteId },
      {
        onSuccess: (url) => {
          onStored(url)
          setTyped('')
        },
        onError: (error) => setFault(error.message),
        onSettled: () => setProgress(null),
      },
    )
  }
  // Keyword and site can change during the debounce.
  const latest = useRef(store)
  latest.current = store
  useEffect(() => () => clearTimeout(timer), [timer])
  const apply = (address: string) => {
    setTimer(undefined)
    if (address.trim() !== '') latest.current(address.trim())
  }

  return {
    typed,
    setTyped(address: string) {
      setTyped(address)
      setFault(null)
      setTimer(address.trim() === '' ? undefined : setTimeout(() => apply(address), PAUSE))
    },
    /** Applies the URL immediately, even one that failed before. */
    applyTyped: () => apply(typed),
    fault,
    progress,
    isStoring: isPending,
    /** An image is being uploaded, or a typed URL is about to be applied. */
    isBusy: isPending || timer !== undefined,
    choose(files: readonly File[]) {
      const found = fileFault(files)
      setFault(found)
      const [file] = files
      if (found !== null || !file) return
      setTimer(undefined)
      store(file)
    },
  }
}
