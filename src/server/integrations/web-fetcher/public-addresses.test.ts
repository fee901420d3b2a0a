import { expect, it } from 'vitest'
import { isPublicAddress } from './public-addresses.ts'

/** First and last address of every block that is not the public internet, and what they border on. */
const NOT_PUBLIC = `
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255
  168.63.129.16 169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255
  192.31.196.1 192.52.193.1 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255 192.175.48.1
  198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255
  224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255
  :: ::1 ::7f00:1 ::ffff:0.0.0.0 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:7f00:1 64:ff9b::7f00:1 64:ff9b:1::1
  100::1 1fff::1 2001:: 2001:0:4136:e378::1 2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff::1
  2001:db8::1 2001:db8:ffff::1 2002:: 2002:7f00:1::1 2002:ffff::1 2620:4f:8000::1 3ffe::1 3fff::1 3fff:fff::1
  4000::1 5f00::1 fc00::1 fdff::1 fe80::1 fe80::1%eth0 febf::1 fec0::1 ff00::1 ff0e::1
  127.1 0x7f.0.0.1 localhost [::1] 1.2.3.4.5
`
const PUBLIC = `
  1.1.1.1 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  168.63.129.15 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0
  198.17.255.255 198.20.0.0 223.255.255.255
  2001:200::1 2001:4860:4860::8888 2003::1 2606:4700:4700::1111 2a00:1450::1 3ffd::1
`
const list = (text: string) => text.trim().split(/\s+/)

it.each(list(NOT_PUBLIC))('%s is not an address of the public internet [S9]', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(list(PUBLIC))('%s is an address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
