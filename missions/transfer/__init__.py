"""A whole campaign as one file, and a campaign made of such a file.

`box` is the file: a ZIP whose entries a manifest lists with their digests. `shapes` says what stands in it, `outward`
writes it, `inward` checks it whole and then stores it, all or nothing. Accounts, links and who sat where at which
computer are not in it: people are names there.
"""
