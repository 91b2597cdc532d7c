"""XML without what makes it dangerous: no document type, no entities, no end of elements."""

from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from predictor.geometry.mesh import MeshError

MOST_ELEMENTS = 300_000
DEEPEST = 100


class _Builder(TreeBuilder):
    def __init__(self) -> None:
        super().__init__()
        self._count, self._depth = 0, 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self._count, self._depth = self._count + 1, self._depth + 1
        if self._count > MOST_ELEMENTS or self._depth > DEEPEST:
            raise MeshError(
                f"has more than {MOST_ELEMENTS} XML elements, or more than {DEEPEST} in one another;"
                " export the surface alone"
            )
        return super().start(tag.rpartition("}")[2], attrs)

    def end(self, tag: str, /) -> Element:
        self._depth -= 1
        return super().end(tag.rpartition("}")[2])


def parse_xml(content: bytes) -> Element:
    """Return the root element; tags bear no name space.

    Raises:
        MeshError: it is no XML in UTF-8, declares a document type, or has more elements than any mesh.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise MeshError("is no XML text in UTF-8; export it again") from None
    if "\0" in text or not text.lstrip().startswith("<"):
        raise MeshError("is no XML text; export it again, not compressed")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise MeshError("declares a document type or entities, which are not read; take them out")
    parser = XMLParser(target=_Builder())
    try:
        parser.feed(text)
        root: Element = parser.close()
    except (ParseError, LookupError, ValueError) as error:
        if isinstance(error, MeshError):
            raise
        raise MeshError(f"is no XML ({error}); export it again") from None
    return root


def target(element: Element, key: str, named: dict[str, Element]) -> Element:
    """Return the element of the same file that another one refers to.

    Raises:
        MeshError: it is not there.
    """
    url = element.get(key, "")
    if not url.startswith("#") or url[1:] not in named:
        raise MeshError(f"{element.tag} refers to {url!r}, which is not in this file; export it as one file")
    return named[url[1:]]
