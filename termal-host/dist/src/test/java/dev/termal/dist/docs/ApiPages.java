package dev.termal.dist.docs;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The signatures of a package as lines: what a caller or an implementer of it compiles against, and nothing else. */
final class ApiPages {
    private static final String INDENT = "    ";

    private ApiPages() {}

    /** A package's page: its public types, sorted by name; all types that are spoken of without their packages. */
    static String page(String packageName, Collection<Class<?>> classes) {
        return "package " + packageName + "\n\n" + exact(classes).replaceAll("\\b([a-z]+\\.)+(?=[A-Z])", "");
    }

    /** The same types with all names in full. */
    static String exact(Collection<Class<?>> classes) {
        return classes.stream()
                .filter(ApiPages::isSeen)
                .sorted(Comparator.comparing(Class::getName))
                .map(ApiPages::type)
                .map(text -> text.replace('$', '.'))
                .collect(Collectors.joining("\n"));
    }

    /** Whether it can be seen from outside of its package. */
    static boolean isSeen(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return isSeen(type.getModifiers())
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && (outer == null || isSeen(outer));
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String type(Class<?> type) {
        List<String> members = new ArrayList<>();
        if (type.isEnum()) {
            Arrays.stream(type.getEnumConstants()).forEach(constant -> members.add(((Enum<?>) constant).name()));
        }
        Stream<String> fields = seen(type.getDeclaredFields(), Field::getModifiers)
                .filter(field -> !field.isEnumConstant())
                .map(field -> words(field.getModifiers(), field.getGenericType().getTypeName(), field.getName()));
        Stream<String> constructors = seen(type.getDeclaredConstructors(), Constructor::getModifiers)
                .filter(made -> !isOfTheRecord(made))
                .map(made -> words(made.getModifiers(), type.getTypeName() + parameters(made)))
                .sorted();
        Stream<String> methods = seen(type.getDeclaredMethods(), Method::getModifiers)
                .filter(method -> !method.isSynthetic() && !isImplied(method))
                .sorted(Comparator.comparing(Method::getName).thenComparing(ApiPages::parameters))
                .map(ApiPages::method);
        Stream.of(fields.sorted(), constructors, methods).forEach(each -> each.forEach(members::add));
        return head(type)
                + members.stream().map(member -> "\n" + INDENT + member).collect(Collectors.joining())
                + "\n";
    }

    private static boolean isOfTheRecord(Constructor<?> made) {
        Class<?> type = made.getDeclaringClass();
        return type.isRecord()
                && Arrays.equals(
                        made.getParameterTypes(),
                        Arrays.stream(type.getRecordComponents())
                                .map(RecordComponent::getType)
                                .toArray());
    }

    /** What every record, every enum and every object has. */
    private static boolean isImplied(Method method) {
        Class<?> type = method.getDeclaringClass();
        int parameters = method.getParameterCount();
        return switch (method.getName()) {
            case "equals" -> parameters == 1;
            case "hashCode", "toString" -> parameters == 0;
            case "values", "valueOf" -> type.isEnum();
            default ->
                type.isRecord()
                        && parameters == 0
                        && Arrays.stream(type.getRecordComponents())
                                .anyMatch(component -> component.getAccessor().equals(method));
        };
    }

    private interface Modifiers<T> {
        int of(T member);
    }

    private static <T> Stream<T> seen(T[] members, Modifiers<T> modifiers) {
        return Arrays.stream(members).filter(member -> isSeen(modifiers.of(member)));
    }

    private static String head(Class<?> type) {
        String kind = type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        int implied = type.isInterface()
                ? Modifier.ABSTRACT | Modifier.STATIC | Modifier.INTERFACE
                : type.isEnum() || type.isRecord() ? Modifier.FINAL | Modifier.STATIC : 0;
        String components = type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .map(ApiPages::component)
                        .collect(Collectors.joining(", ", "(", ")"))
                : "";
        List<Type> above = new ArrayList<>();
        Type parent = type.getGenericSuperclass();
        if (parent != null && !List.of(Object.class, Record.class).contains(parent) && !type.isEnum()) {
            above.add(parent);
        }
        above.addAll(List.of(type.getGenericInterfaces()));
        return words(
                type.getModifiers() & ~implied,
                type.isSealed() ? "sealed" : "",
                kind,
                type.getTypeName() + variables(type) + components,
                above.isEmpty() ? "" : ": " + names(above.toArray(Type[]::new)));
    }

    private static String component(RecordComponent component) {
        return component.getGenericType().getTypeName() + " " + component.getName();
    }

    private static String method(Method method) {
        int implied = Modifier.TRANSIENT
                | Modifier.VOLATILE // what the bits of varargs and bridges mean elsewhere
                | (method.getDeclaringClass().isInterface() ? Modifier.ABSTRACT | Modifier.PUBLIC : 0);
        return words(
                method.getModifiers() & ~implied,
                method.isDefault() ? "default" : "",
                variables(method),
                method.getGenericReturnType().getTypeName(),
                method.getName() + parameters(method));
    }

    private static String parameters(Executable executable) {
        String all = names(executable.getGenericParameterTypes());
        String thrown = names(executable.getGenericExceptionTypes());
        return "("
                + (executable.isVarArgs() ? all.substring(0, all.length() - 2) + "..." : all)
                + ")"
                + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String variables(GenericDeclaration generic) {
        TypeVariable<?>[] variables = generic.getTypeParameters();
        return variables.length == 0
                ? ""
                : Arrays.stream(variables)
                        .map(variable -> variable.getName() + bounds(variable))
                        .collect(Collectors.joining(", ", "<", ">"));
    }

    private static String bounds(TypeVariable<?> variable) {
        String bounds = names(variable.getBounds());
        return bounds.equals(Object.class.getName()) ? "" : " extends " + bounds;
    }

    private static String names(Type[] types) {
        return Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", "));
    }

    private static String words(int modifiers, String... words) {
        return Stream.concat(Stream.of(Modifier.toString(modifiers)), Arrays.stream(words))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
