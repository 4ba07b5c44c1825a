@echo off
rem Starts TermAl on Windows: finds a Java of 17 or newer, builds what is missing (in a checkout only), runs it.
rem TERMAL_JAVA names the java.exe or the Java home to use; TERMAL_JAVA_OPTS adds options.
setlocal EnableExtensions DisableDelayedExpansion

set "HERE=%~dp0"
if exist "%HERE%..\lib\termal-host-*.jar" (
  set "DIST=%HERE%.."
) else if exist "%HERE%termal-host\dist\pom.xml" (
  set "DIST=%HERE%termal-host\dist\target\dist"
) else (
  echo termal: neither %HERE%..\lib nor a checkout at %HERE% holds TermAl 1>&2
  exit /b 1
)

set "JAVA="
for %%j in (java.exe) do set "JAVA=%%~$PATH:j"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
if defined TERMAL_JAVA set "JAVA=%TERMAL_JAVA%"
if exist "%JAVA%\bin\java.exe" set "JAVA=%JAVA%\bin\java.exe"
if not exist "%JAVA%" (
  echo termal: needs Java 17 or newer, and found none by TERMAL_JAVA, JAVA_HOME or PATH 1>&2
  exit /b 1
)

rem The version stands in the file "release" of a Java home; a Java without one is taken as it is.
set "MAJOR=99"
for %%j in ("%JAVA%") do set "JHOME=%%~dpj.."
if exist "%JHOME%\release" for /f "tokens=2 delims==" %%v in ('findstr /b "JAVA_VERSION=" "%JHOME%\release"') do for /f "tokens=1 delims=." %%m in ("%%~v") do set "MAJOR=%%m"
if %MAJOR% lss 17 (
  echo termal: needs Java 17 or newer, and "%JAVA%" is %MAJOR% 1>&2
  exit /b 1
)
if %MAJOR% equ 99 set "MAJOR=17"

rem Sources are not compared here, unlike in the other launcher: after a change, run "mvn package" yourself.
if not exist "%DIST%\.complete" if exist "%HERE%termal-host\dist\pom.xml" (
  echo building TermAl ^(first run^)... 1>&2
  pushd "%HERE%"
  call mvn -q -B -Dtermal.quick -Dmaven.test.skip=true -Dassembly.skipAssembly=true -pl termal-host/dist -am package <nul 1>&2
  if errorlevel 1 (
    popd
    echo termal: the build failed 1>&2
    exit /b 1
  )
  popd
)

set "NATIVE="
if %MAJOR% geq 24 (
  if exist "%DIST%\lib\sqlite-jdbc-*.jar" set "NATIVE=org.xerial.sqlitejdbc"
)
if %MAJOR% geq 24 if exist "%DIST%\lib\jline-native-*.jar" (
  if defined NATIVE (set "NATIVE=%NATIVE%,org.jline.nativ") else (set "NATIVE=org.jline.nativ")
)
if defined NATIVE set "NATIVE=--enable-native-access=%NATIVE%"

"%JAVA%" -Dguice_custom_class_loading=CHILD -XX:+UseSerialGC -Xlog:disable "-Dtermal.dist=%DIST%" %NATIVE% --add-modules java.management,java.naming,java.net.http,java.sql,jdk.httpserver,jdk.unsupported %TERMAL_JAVA_OPTS% -p "%DIST%\lib" -m dev.termal.host/dev.termal.host.cli.Main %*
exit /b %ERRORLEVEL%
